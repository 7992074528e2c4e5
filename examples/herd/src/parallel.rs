use std::sync::Mutex;
use std::thread;

/// Maps on all processors; the results are in the order of the inputs, whichever thread was quicker.
///
/// ```
/// assert_eq!(herd::parallel_map(&[1, 2, 3], |number| number * number), [1, 4, 9]);
/// ```
///
/// # Panics
///
/// When `map` does.
pub fn parallel_map<T: Sync, R: Send>(inputs: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(inputs.iter().enumerate());
    let results = Mutex::new(Vec::with_capacity(inputs.len()));
    let work = || {
        loop {
            // A statement of its own: the lock is not held while mapping.
            let next = queue.lock().expect("no thread panics while it holds the lock").next();
            let Some((index, input)) = next else { break };
            let result = map(input);
            results.lock().expect("no thread panics while it holds the lock").push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().expect("the scope ends with a panic of its threads");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
