import { customerFilterText } from '@ruwu/domain'
import { useAgents } from '../../../agent/index.ts'
import { useSimpleAccounts } from '../../../channel/index.ts'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { ExportMenu } from '../../../export/index.ts'
import { useTagMap } from '../../../tag/index.ts'
import type { AgentView } from '../../customer/customer-keys.ts'

/** 导出 of the customers of a view. */
export function CustomerExport({ view: { filter, sort } }: { view: AgentView }) {
  const { agentId, subSourceId, stageId, tagIds = [] } = filter
  const tags = useTagMap()
  const names = {
    agent: useAgents().data?.find(({ id }) => id === agentId)?.name,
    account: useSimpleAccounts().data?.find(({ relationId }) => relationId === subSourceId)?.name,
    stage: useCustomerSetting().data?.stages.find(({ id }) => id === stageId)?.name,
    tags: tagIds.flatMap((id) => tags.get(id)?.name ?? []),
  }
  const target = { type: 'customer', filters: { ...filter, sort } } as const
  return <ExportMenu target={target} filterText={customerFilterText(filter, names)} />
}
