import { KnowledgeId, type RelationId, type KnowledgeUser, type WhereUsed } from '@ruwu/contract'
import { NO_PERMISSION_TEXTS, formatDateTime, formatNumber } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { useSearchParams, Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { accountPath } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { readUsage, withUsage } from '../knowledge-url.ts'
import { useWhereUsed } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { UsageList } from './usage-list.tsx'
import styles from './usage-sheet.module.css'

/** Usage of the entry named in the URL; renders nothing without one. */
export function UsageSheet({ relationId }: { relationId: RelationId }) {
  const [search, setSearch] = useSearchParams()
  const id = KnowledgeId.safeParse(readUsage(search)).data
  const close = () => setSearch((old) => withUsage(old, undefined), { replace: true })
  return id ? <OpenUsage key={id} relationId={relationId} id={id} onClose={close} /> : null
}

type OpenUsageProps = { relationId: RelationId; id: KnowledgeId; onClose: () => void }

function OpenUsage({ relationId, id, onClose }: OpenUsageProps) {
  const { data, error, refetch } = useWhereUsed(relationId, id)
  const canChat = useCan('im:viewPage')
  return (
    <SideSheet title={data ? texts.usageTitle(data.title) : texts.usage} width="lg" onClose={onClose}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={6} disc={false} />
      ) : (
        <div className={styles.parts}>
          <UsageFacts used={data} />
          <section aria-labelledby="usage-conversations">
            <h3 id="usage-conversations">{texts.usageConversations}</h3>
            {canChat ? (
              <UsageList relationId={relationId} id={id} />
            ) : (
              <p className={styles.quiet}>{NO_PERMISSION_TEXTS.feature}</p>
            )}
          </section>
        </div>
      )}
    </SideSheet>
  )
}

/** Number of uses, last use, and accounts. */
function UsageFacts({ used }: { used: WhereUsed }) {
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
