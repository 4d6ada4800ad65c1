import type { KnowledgeUser, WhereUsed } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { Link } from 'react-router'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { accountPath } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './usage-facts.module.css'

/** Number of uses, last use, and accounts. */
export function UsageFacts({ used }: { used: WhereUsed }) {
  const timeZone = useTimeZone()
  const facts = [
    [texts.hits, formatNumber(used.hits)],
    [texts.recentHits, formatNumber(used.recentHits)],
    [texts.lastHitAt, used.lastHitAt ? formatDateTime(used.lastHitAt, timeZone) : texts.never],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="usage-accounts">
        <h3 id="usage-accounts">{texts.usageAccounts}</h3>
        {!used.enabled && <p className={styles.off}>{texts.usageOff}</p>}
        <ul className={styles.accounts}>
          {used.accounts.map((account) => (
            <Account key={account.relationId} account={account} />
          ))}
        </ul>
      </section>
    </>
  )
}

function Account({ account }: { account: KnowledgeUser }) {
  const { name, source, aiVersion } = account
  return (
    <li>
      <SourceIcon source={source} />
      <Link className="cut" to={accountPath(account, 'ai-agent')}>
        {name}
      </Link>
      <small>{aiVersion === null ? texts.unpublished : texts.publishedAs(aiVersion)}</small>
    </li>
  )
}
