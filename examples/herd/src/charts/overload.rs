use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Chart;
use super::style::{FAINT_INK, GRID, INK, text, variant_colour};
use crate::overload::{BIN, HIGH_LOAD, HORIZON, MODERATE_LOAD, OUTAGE, Outage, Outcome, Variant, run};

/// What a chart of model B shows: a row for each variant, and a column for each outage or each load.
#[derive(Clone, Copy, Debug)]
pub struct OverloadKind {
    title: &'static str,
    legend: &'static str,
    variants: [Variant; 3],
    columns: &'static [Column],
    /// The highest load that is drawn, as a multiple of the capacity.
    top: f64,
    /// How many bins make one point: a panel is no wider than so many pixels.
    bins: u32,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    name: &'static str,
    outage: Outage,
    load: f64,
}

/// A server that has been down: at a load at which jitter is enough, and at one at which it is not.
pub const LOAD: OverloadKind = OverloadKind {
    title: "A server comes back from an outage, and so do its clients",
    legend: "line: requests that arrive · filled: answered with success in time · black: capacity · grey: the server is down",
    variants: [Variant::NoJitter, Variant::Full, Variant::FullWithBudget],
    columns: &[
        Column { name: "50 % load in good times", outage: Outage::Down, load: MODERATE_LOAD },
        Column { name: "70 % load in good times", outage: Outage::Down, load: HIGH_LOAD },
    ],
    top: 5.0,
    bins: 1,
};

/// The three kinds of outage: what a budget does about them, and what a breaker does.
pub const OUTAGES: OverloadKind = OverloadKind {
    title: "A server is down, or hangs, or half of its requests fail",
    legend: "line: requests that arrive · filled: answered with success in time · black: capacity · grey: the outage",
    variants: [Variant::Full, Variant::FullWithBudget, Variant::FullWithBreaker],
    columns: &[
        Column { name: "down", outage: Outage::Down, load: HIGH_LOAD },
        Column { name: "hangs", outage: Outage::Hangs, load: HIGH_LOAD },
        Column { name: "half fails", outage: Outage::HalfFails, load: HIGH_LOAD },
    ],
    top: 3.0,
    bins: 2,
};

/// A chart of model B, and in each of its panels the load over time.
#[derive(Clone, Debug)]
pub struct Overload {
    kind: OverloadKind,
    panels: Vec<Panel>,
}

#[derive(Clone, Debug)]
struct Panel {
    variant: Variant,
    column: Column,
    outcome: Outcome,
}

impl OverloadKind {
    /// Runs what is to be seen, with so many clients.
    #[must_use]
    pub fn of(self, clients: u32) -> Overload {
        let columns = |variant| self.columns.iter().map(move |&column| (variant, column));
        let cases: Vec<_> = self.variants.into_iter().flat_map(columns).collect();
        let panels = crate::parallel_map(&cases, |&(variant, column)| {
            let outcome = run(variant, column.outage, clients, column.load, 0);
            Panel { variant, column, outcome }
        });
        Overload { kind: self, panels }
    }

    const fn shape(&self) -> (usize, usize) {
        (self.variants.len(), self.columns.len())
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
        head.draw_text(self.kind.title, &middle(text(19 * scale, INK)), (centre, 14 * pixels))?;
        head.draw_text(self.kind.legend, &middle(text(13 * scale, FAINT_INK)), (centre, 42 * pixels))?;
        for (panel, area) in self.panels.iter().zip(body.split_evenly(self.kind.shape())) {
            panel.draw(&area, scale, self.kind)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
        kind: OverloadKind,
    ) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let OverloadKind { top, bins, .. } = kind;
        let colour = variant_colour(self.variant);
        let title = format!("{}, {}", self.variant.name(), self.column.name);
        let seconds = HORIZON.as_secs_f64();
        let mut chart = ChartBuilder::on(area)
            .caption(title, text(15 * scale, INK))
            .margin(8 * scale)
            .margin_right(18 * scale)
            .x_label_area_size(36 * scale)
            .y_label_area_size(46 * scale)
            .build_cartesian_2d(0.0..seconds, 0.0..top)?;
        let outage = [(OUTAGE.start.as_secs_f64(), top), (OUTAGE.end.as_secs_f64(), 0.0)];
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
        let over_time = |counts: &[u32]| -> Vec<(f64, f64)> {
            let point = |(index, counts): (u32, &[u32])| {
                let requests = f64::from(counts.iter().sum::<u32>()) / f64::from(bins);
                ((BIN * bins * index).as_secs_f64(), (requests / self.outcome.capacity).min(top))
            };
            (0..).zip(counts.chunks(bins as usize)).map(point).collect()
        };
        chart.draw_series(AreaSeries::new(over_time(&self.outcome.good), 0.0, colour.mix(0.35)))?;
        chart.draw_series(LineSeries::new(over_time(&self.outcome.offered), colour.stroke_width(scale)))?;
        chart.draw_series(LineSeries::new([(0.0, 1.0), (seconds, 1.0)], INK.stroke_width(scale)))?;
        let peak = self.outcome.peak();
        if peak > top {
            let at = ((BIN * self.outcome.peak_bin()).as_secs_f64() + 1.0, top * 0.95);
            chart.draw_series([Text::new(format!("{peak:.0} × capacity"), at, text(13 * scale, colour))])?;
        }
        Ok(())
    }
}
