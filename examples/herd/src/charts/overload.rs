use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Chart;
use super::style::{FAINT_INK, GRID, INK, text, variant_colour};
use crate::overload::{BIN, HIGH_LOAD, HORIZON, MODERATE_LOAD, OUTAGE, Outcome, Variant, run};

/// The chart of model B: for each variant a row, for each load a column, and in it the load over time.
#[derive(Clone, Debug)]
pub struct Overload {
    panels: Vec<Panel>,
}

#[derive(Clone, Debug)]
struct Panel {
    variant: Variant,
    load: f64,
    outcome: Outcome,
}

const VARIANTS: [Variant; 3] = [Variant::NoJitter, Variant::Full, Variant::FullWithBudget];
const LOADS: [f64; 2] = [MODERATE_LOAD, HIGH_LOAD];
const TITLE: &str = "A server comes back from an outage, and so do its clients";
const LEGEND: &str =
    "line: requests that arrive · filled: answered with success in time · black: capacity · grey: the server is down";
/// The highest load that is drawn, as a multiple of the capacity.
const TOP: f64 = 5.0;

impl Overload {
    /// Runs what is to be seen, with so many clients.
    #[must_use]
    pub fn of(clients: u32) -> Self {
        let cases: Vec<_> = VARIANTS.into_iter().flat_map(|variant| LOADS.map(|load| (variant, load))).collect();
        let panels = crate::parallel_map(&cases, |&(variant, load)| Panel {
            variant,
            load,
            outcome: run(variant, clients, load, 0),
        });
        Self { panels }
    }
}

impl Chart for Overload {
    const SIZE: (u32, u32) = (980, 760);

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        area.fill(&WHITE)?;
        let (head, body) = area.split_vertically(62 * scale);
        let pixels = i32::try_from(scale)?;
        let centre = i32::try_from(Self::SIZE.0 / 2)? * pixels;
        let middle = |style: TextStyle<'static>| style.pos(Pos::new(HPos::Center, VPos::Top));
        head.draw_text(TITLE, &middle(text(19 * scale, INK)), (centre, 14 * pixels))?;
        head.draw_text(LEGEND, &middle(text(13 * scale, FAINT_INK)), (centre, 42 * pixels))?;
        for (panel, area) in self.panels.iter().zip(body.split_evenly((VARIANTS.len(), LOADS.len()))) {
            panel.draw(&area, scale)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let colour = variant_colour(self.variant);
        let title = format!("{}, {:.0} % load in good times", self.variant.name(), self.load * 100.0);
        let seconds = HORIZON.as_secs_f64();
        let mut chart = ChartBuilder::on(area)
            .caption(title, text(15 * scale, INK))
            .margin(8 * scale)
            .margin_right(18 * scale)
            .x_label_area_size(36 * scale)
            .y_label_area_size(46 * scale)
            .build_cartesian_2d(0.0..seconds, 0.0..TOP)?;
        let outage = [(OUTAGE.start.as_secs_f64(), TOP), (OUTAGE.end.as_secs_f64(), 0.0)];
        chart.draw_series([Rectangle::new(outage, GRID.filled())])?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(GRID.stroke_width(scale))
            .light_line_style(TRANSPARENT)
            .axis_style(FAINT_INK.stroke_width(scale))
            .label_style(text(12 * scale, INK))
            .axis_desc_style(text(12 * scale, INK))
            .x_desc("seconds")
            .y_desc("× capacity")
            .x_labels(7)
            .y_labels(6)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&|value| format!("{value:.0}"))
            .draw()?;
        let over_time = |bins: &[u32]| -> Vec<(f64, f64)> {
            let point = |(index, count): (u32, &u32)| {
                ((BIN * index).as_secs_f64(), (f64::from(*count) / self.outcome.capacity).min(TOP))
            };
            (0..).zip(bins).map(point).collect()
        };
        chart.draw_series(AreaSeries::new(over_time(&self.outcome.good), 0.0, colour.mix(0.35)))?;
        chart.draw_series(LineSeries::new(over_time(&self.outcome.offered), colour.stroke_width(scale)))?;
        chart.draw_series(LineSeries::new([(0.0, 1.0), (seconds, 1.0)], INK.stroke_width(scale)))?;
        let peak = self.outcome.peak();
        if peak > TOP {
            let at = ((BIN * self.outcome.peak_bin()).as_secs_f64() + 1.0, TOP * 0.95);
            chart.draw_series([Text::new(format!("{peak:.0} × capacity"), at, text(13 * scale, colour))])?;
        }
        Ok(())
    }
}
