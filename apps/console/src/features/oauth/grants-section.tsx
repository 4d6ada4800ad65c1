import { oauthApi, type GrantId, type OauthGrant } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Avatar, Button, confirm, Empty, ErrorBlock, SkeletonRows, toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import styles from './oauth.module.css'

const grantsKey = ['oauth', 'grants'] as const

/** 授权应用: what agents of the enterprise allowed other applications. */
export function GrantsSection() {
  // No event tells of a change of grants: refetched on every mount.
  const { data, error, refetch } = useQuery({
    queryKey: grantsKey,
    queryFn: () => call(oauthApi.grants),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="grants">
      <h3 id="grants" className={styles.title}>
        {texts.grants}
      </h3>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.length === 0 ? (
        <Empty icon={Blocks} text={texts.none} />
      ) : (
        <ul className={styles.grants}>
          {data.map((grant) => (
            <Grant key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Grant({ grant }: { grant: OauthGrant }) {
  const timeZone = useTimeZone()
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: (id: GrantId) => call(oauthApi.revoke, { query: { id } }),
    onSuccess: () => toast.success(texts.revoked),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: grantsKey }),
  })
  const { appName, appLogo, agentName, scopes, createdAt, lastUsedAt } = grant
  const ask = async () => {
    const options = { title: texts.revokeTitle(appName), content: texts.revokeEffect, confirmText: texts.revoke }
    if (await confirm(options)) revoke.mutate(grant.id)
  }
  return (
    <li>
      <Avatar name={appName} src={appLogo} size={40} shape="square" />
      <div>
        <b>{appName}</b>
        <span>{scopes.map(({ label }) => label).join('、')}</span>
        <small>{texts.grantedBy(agentName, formatDateTime(createdAt, timeZone))}</small>
        <small>{lastUsedAt ? texts.lastUsed(formatDateTime(lastUsedAt, timeZone)) : texts.neverUsed}</small>
      </div>
      <Button size="sm" busy={revoke.isPending} onClick={() => void ask()}>
        {texts.revoke}
      </Button>
    </li>
  )
}
