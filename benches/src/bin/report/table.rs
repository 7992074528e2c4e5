//! The tables, in Markdown.

use std::collections::HashMap;
use std::fmt;

use crate::{CANDIDATES, HAND};

/// What has been measured so far.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    further: Vec<Table>,
}

/// One measure of every candidate.
pub(crate) struct Row {
    measure: &'static str,
    values: HashMap<&'static str, f64>,
    digits: usize,
}

/// A table whose columns are not the candidates.
pub(crate) struct Table {
    pub(crate) title: &'static str,
    pub(crate) head: Vec<&'static str>,
    pub(crate) lines: Vec<Vec<String>>,
}

/// Keeps the least value of several rounds.
pub(crate) fn least(values: &mut HashMap<&'static str, f64>, candidate: &'static str, value: f64) {
    values.entry(candidate).and_modify(|least| *least = least.min(value)).or_insert(value);
}

impl Report {
    /// Adds a row. `digits` is the number of decimals.
    pub(crate) fn row(&mut self, measure: &'static str, digits: usize, values: HashMap<&'static str, f64>) {
        self.rows.push(Row { measure, values, digits });
    }

    pub(crate) fn table(&mut self, table: Table) {
        self.further.push(table);
    }
}

impl Row {
    /// The ratio to the hand-written loop, and the value itself. There is no ratio if the loop's value is zero.
    fn cell(&self, candidate: &str) -> String {
        let Some(value) = self.values.get(candidate) else { return "–".to_owned() };
        let number = format!("{value:.*}", self.digits);
        match self.values.get(HAND) {
            Some(hand) if *hand > 0.0 => format!("**{:.2}** · {number}", value / hand),
            _ => number,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            let mut head = vec!["measure"];
            head.extend(CANDIDATES);
            let line = |row: &Row| {
                let cells = CANDIDATES.map(|candidate| row.cell(candidate));
                [row.measure.to_owned()].into_iter().chain(cells).collect()
            };
            let lines = self.rows.iter().map(line).collect();
            let title = "The ratio to the hand-written loop in bold, then the value itself";
            write!(f, "{}", Table { title, head, lines })?;
        }
        for table in &self.further {
            write!(f, "\n{table}")?;
        }
        Ok(())
    }
}

/// Padded, so that it reads well in a terminal too.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head: Vec<String> = self.head.iter().map(ToString::to_string).collect();
        let widths: Vec<usize> = (0..head.len())
            .map(|column| {
                let cells = [&head].into_iter().chain(&self.lines).filter_map(|line| line.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let write_line = |f: &mut fmt::Formatter<'_>, line: &[String]| {
            for (cell, width) in line.iter().zip(&widths) {
                write!(f, "| {cell:width$} ")?;
            }
            writeln!(f, "|")
        };
        writeln!(f, "{}:\n", self.title)?;
        write_line(f, &head)?;
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        write_line(f, &rule)?;
        self.lines.iter().try_for_each(|line| write_line(f, line))
    }
}
