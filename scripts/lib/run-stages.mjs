/** Two cores: a stage that keeps one busy runs beside another such stage, one that keeps both busy runs alone. */
const CORES = 2

/**
 * Starts the stages in their order, each as soon as as many cores are free as it keeps busy. Answers their results in
 * the same order.
 */
export async function runStages(stages, run) {
  let free = CORES
  let wake = () => {}
  const results = []
  for (const [name, { cores, run: stage }] of stages) {
    while (free < cores) await new Promise((resolve) => (wake = resolve))
    free -= cores
    const result = run(name, stage).finally(() => {
      free += cores
      wake()
    })
    results.push(result)
  }
  return Promise.all(results)
}
