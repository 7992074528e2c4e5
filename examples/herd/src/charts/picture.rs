use std::error::Error;
use std::fmt;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Something that can be drawn on paper of [`SIZE`](Self::SIZE).
pub trait Chart {
    /// Width and height, in the units that [`draw`](Self::draw) multiplies with its scale.
    const SIZE: (u32, u32);

    /// Draws it on an area that is `scale` times as large, with everything on it `scale` times as large.
    ///
    /// # Errors
    ///
    /// When the backend fails.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static;

    /// The picture as SVG.
    ///
    /// # Errors
    ///
    /// When it cannot be drawn.
    fn svg(&self) -> Result<String, PictureError> {
        super::style::register_font()?;
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, Self::SIZE).into_drawing_area();
        self.draw(&area, 1).and_then(|()| Ok(area.present()?)).map_err(PictureError::new)?;
        drop(area);
        Ok(svg)
    }

    /// The picture as PNG, twice as large, for screens with small pixels.
    ///
    /// # Errors
    ///
    /// When it cannot be drawn or encoded.
    fn png(&self) -> Result<Vec<u8>, PictureError> {
        super::style::register_font()?;
        let (width, height) = (Self::SIZE.0 * DENSITY, Self::SIZE.1 * DENSITY);
        let mut pixels = vec![0; width as usize * height as usize * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        self.draw(&area, DENSITY).and_then(|()| Ok(area.present()?)).map_err(PictureError::new)?;
        drop(area);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Balanced);
        // Flat colours compress best unfiltered, and trying the filters is what takes the time.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().map_err(PictureError::new)?;
        writer.write_image_data(&pixels).and_then(|()| writer.finish()).map_err(PictureError::new)?;
        Ok(file)
    }
}

const DENSITY: u32 = 2;

/// Why a picture could not be drawn.
#[derive(Debug)]
pub struct PictureError(Box<dyn Error>);

impl PictureError {
    pub(super) fn new(source: impl Into<Box<dyn Error>>) -> Self {
        Self(source.into())
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a picture could not be drawn")
    }
}

impl Error for PictureError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.0.as_ref())
    }
}
