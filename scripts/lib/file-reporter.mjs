import { DefaultReporter } from 'vitest/node'
import { elapsed } from './progress.mjs'

/** One line for every finished file: elapsed time, stage, files done of all, its tests and how long they took. */
export default class FileReporter extends DefaultReporter {
  files = 0
  done = 0
  tests = 0

  constructor() {
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.files = specifications.length
  }

  printTestModule(module) {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    this.done += 1
    this.tests += tests.length
    const mark = module.state() === 'failed' ? '✗' : '✓'
    const seconds = (module.diagnostic().duration / 1000).toFixed(1)
    this.log(
      `${elapsed()} ${module.project.name} ${this.done}/${this.files} ${mark} ${module.relativeModuleId} ` +
        `${tests.length} 项 ${seconds} 秒，共 ${this.tests} 项`,
    )
    for (const test of failed) this.log(`    ✗ ${test.fullName}`)
  }
}
