import type { DailyFilter } from '@ruwu/contract'
import { dailyFilterText, type DailyLine, dailyLines } from '@ruwu/domain'
import { type ExportSource, exportType } from '../../../platform/export-type.ts'
import { listAgents } from '../../agent/index.ts'
import { listVisibleAccounts } from '../../channel/index.ts'
import type { DailyService } from './daily.service.ts'

/** 日报 as its page shows it, block by block in one table. */
export function dailyExport(daily: DailyService) {
  const read = async ({ caller, filters, timeZone }: ExportSource<DailyFilter>): Promise<DailyLine[]> =>
    dailyLines(await daily.report(caller, filters), timeZone)
  return exportType<DailyFilter, DailyLine>({
    permission: 'statistics:exportReport',
    hasCustomers: true,
    columns: [
      { key: 'block', name: '板块', width: 12, value: ({ block }) => block },
      { key: 'object', name: '对象', width: 28, value: ({ object }) => object },
      { key: 'name', name: '指标', width: 18, value: ({ name }) => name },
      { key: 'value', name: '当日', width: 40, value: ({ value }) => value },
      { key: 'base', name: '对比值', width: 14, value: ({ base }) => base },
      { key: 'change', name: '变化', width: 12, value: ({ change }) => change },
      { key: 'average', name: '近7日均值', width: 14, value: ({ average }) => average },
    ],
    async describe({ db, caller, filters }) {
      await daily.checkDate(caller, filters)
      const { subSourceId, agentId } = filters
      const accounts = subSourceId ? await listVisibleAccounts(db, caller) : []
      const [agent] = agentId ? await listAgents(db, caller.entId, { id: agentId }) : []
      return dailyFilterText(filters, {
        account: accounts.find(({ id }) => id === subSourceId)?.name,
        agent: agent?.name,
      })
    },
    count: async (source) => (await read(source)).length,
    async *batches(source) {
      yield await read(source)
    },
  })
}
