import { openFlowNode } from '@ruwu/server/testing/flow-crowd.ts'

/** A process that only runs flows, until it is killed: `node bench/flow-node.ts <database>`. */
const { reception } = await openFlowNode(String(process.argv[2]))
console.log('ready')
for (;;) if (!(await reception.work.flows.run())) await new Promise((resolve) => setTimeout(resolve, 20))
