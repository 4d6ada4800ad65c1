import { SOURCES, type SimpleAccount, type Source } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { TabNav } from '@ruwu/ui'
import { Link } from 'react-router'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { writeFilter } from '../account-filter.ts'
import { useSimpleAccounts } from '../channel.queries.ts'
import { texts } from '../texts.ts'

/** Number of bound main accounts per source. */
const countsOf = (accounts: SimpleAccount[]) => {
  const mains = accounts.filter((it) => it.accountType === 'CORP' && it.openStatus !== 'unbound')
  return (source: Source) => mains.filter((it) => it.source === source).length
}

export function SourceTabs({ source }: { source: Source }) {
  const { data: countOf } = useSimpleAccounts(countsOf)
  return (
    <TabNav label={texts.sources}>
      {SOURCES.map((it) => (
        <li key={it}>
          <Link
            to={{ search: writeFilter({ source: it }).toString() }}
            aria-current={it === source ? 'page' : undefined}
          >
            <SourceIcon source={it} size={15} isNamed={false} />
            {SOURCE_LABELS[it]}
            {countOf && <small>({countOf(it)})</small>}
          </Link>
        </li>
      ))}
    </TabNav>
  )
}
