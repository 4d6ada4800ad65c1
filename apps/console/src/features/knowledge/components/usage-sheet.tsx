import { KnowledgeId, type RelationId } from '@ruwu/contract'
import { NO_PERMISSION_TEXTS } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useCan } from '../../role/index.ts'
import { readUsage, withUsage } from '../knowledge-url.ts'
import { useWhereUsed } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { UsageFacts } from './usage-facts.tsx'
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
