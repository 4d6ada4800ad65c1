import { startQuickly } from '@ruwu/server/quick-start'

startQuickly()
const { openFlowNode } = await import('@ruwu/server/testing/flow-crowd.ts')

/** A process that only runs flows, or rules, until it is killed: `node bench/automation-node.ts <database> flows|rules`. */
const [databaseUrl = '', kind] = process.argv.slice(2)
const { reception } = await openFlowNode(databaseUrl)
const work = kind === 'rules' ? reception.work.rules : reception.work.flows
console.log('ready')
for (;;) if (!(await work.run())) await new Promise((resolve) => setTimeout(resolve, 20))
