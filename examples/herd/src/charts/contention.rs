use std::error::Error;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::Chart;
use super::style::{FAINT_INK, GRID, INK, strategy_colour, text};
use crate::contention::{Row, Strategy};

/// The library's default is the thick line, and the thin one of equal jitter, which makes nearly the same number of
/// calls, lies on it.
const DRAWING_ORDER: [Strategy; 5] =
    [Strategy::NoBackoff, Strategy::NoJitter, Strategy::Full, Strategy::Equal, Strategy::Decorrelated];

/// What a chart of model A shows over the number of clients.
#[derive(Clone, Copy, Debug)]
pub struct ContentionKind {
    title: &'static str,
    unit: &'static str,
    value: fn(&Row) -> f64,
    logarithmic: bool,
}

/// How many calls it takes until all have written.
pub const CALLS: ContentionKind = ContentionKind {
    title: "Writes attempted until every client has written once",
    unit: "calls",
    value: |row| f64::from(row.calls),
    logarithmic: false,
};

/// How long it takes until all have written.
pub const TIME: ContentionKind = ContentionKind {
    title: "Time until every client has written once",
    unit: "seconds (logarithmic)",
    value: |row| row.time.as_secs_f64(),
    logarithmic: true,
};

impl ContentionKind {
    /// The chart of these rows.
    #[must_use]
    pub const fn of(self, rows: &[Row]) -> Contention<'_> {
        Contention { kind: self, rows }
    }
}

/// A chart of model A: a line for every strategy, over the number of clients.
#[derive(Clone, Copy, Debug)]
pub struct Contention<'a> {
    kind: ContentionKind,
    rows: &'a [Row],
}

impl Chart for Contention<'_> {
    const SIZE: (u32, u32) = (860, 500);

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let values = || self.rows.iter().map(self.kind.value);
        let highest = values().fold(0.0, f64::max);
        if self.kind.logarithmic {
            let lowest = values().fold(highest, f64::min);
            self.draw_on(area, scale, (lowest / 1.5..highest * 1.5).log_scale())
        } else {
            self.draw_on(area, scale, 0.0..highest * 1.05)
        }
    }
}

impl Contention<'_> {
    fn draw_on<B, Y>(&self, area: &DrawingArea<B, Shift>, scale: u32, y: Y) -> Result<(), Box<dyn Error>>
    where
        B: DrawingBackend,
        B::ErrorType: 'static,
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        area.fill(&WHITE)?;
        let most = self.rows.iter().map(|row| row.clients).max().unwrap_or(1);
        let mut chart = ChartBuilder::on(area)
            .caption(self.kind.title, text(19 * scale, INK))
            .margin(14 * scale)
            .margin_right(150 * scale)
            .x_label_area_size(46 * scale)
            .y_label_area_size(62 * scale)
            .build_cartesian_2d(0..most, y)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(GRID.stroke_width(scale))
            .light_line_style(TRANSPARENT)
            .axis_style(FAINT_INK.stroke_width(scale))
            .label_style(text(13 * scale, INK))
            .axis_desc_style(text(14 * scale, INK))
            .x_desc("clients that contend for one row")
            .y_desc(self.kind.unit)
            .x_labels(11)
            .y_labels(if self.kind.logarithmic { 30 } else { 10 })
            .y_label_formatter(&|value| self.kind.label(*value))
            .draw()?;
        let mut ends = Vec::new();
        for strategy in DRAWING_ORDER {
            let points = self.rows.iter().filter(|row| row.strategy == strategy);
            let points: Vec<_> = points.map(|row| (row.clients, (self.kind.value)(row))).collect();
            if let Some(end) = points.last() {
                ends.push((chart.backend_coord(end), strategy));
            }
            let width = if strategy == Strategy::Full { 5 } else { 2 };
            chart.draw_series(LineSeries::new(points, strategy_colour(strategy).stroke_width(width * scale)))?;
        }
        name_lines(area, ends, scale)
    }
}

impl ContentionKind {
    /// Of a logarithmic axis only 1, 2, 5 and their decades get a number: there is no room for more.
    fn label(self, value: f64) -> String {
        let digits = value.to_string();
        let leading = digits.trim_start_matches(['0', '.']).trim_end_matches(['0', '.']);
        if self.logarithmic && !["1", "2", "5"].contains(&leading) { String::new() } else { digits }
    }
}

/// Writes its name at the end of each line, with enough room between the names of those that end near each other.
fn name_lines<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    mut ends: Vec<((i32, i32), Strategy)>,
    scale: u32,
) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    let pixels = i32::try_from(scale)?;
    ends.sort_by_key(|((_, y), _)| *y);
    let mut next_free = 0;
    for ((x, y), strategy) in ends {
        let y = next_free.max(y - 8 * pixels);
        next_free = y + 18 * pixels;
        let style = text(14 * scale, strategy_colour(strategy));
        area.draw_text(strategy.name(), &style, (x + 8 * pixels, y))?;
    }
    Ok(())
}
