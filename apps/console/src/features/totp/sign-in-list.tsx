import type { SignInSession } from '@ruwu/contract'
import { deviceName, formatDateTime } from '@ruwu/domain'
import { Button, confirm, StatusLabel } from '@ruwu/ui'
import { Monitor, Smartphone } from 'lucide-react'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import { useEndSessions } from './totp.mutations.ts'
import styles from './security-sheet.module.css'

/** The agent's sign-ins of the last weeks; other living ones can be ended. */
export function SignInList({ signIns }: { signIns: SignInSession[] }) {
  const end = useEndSessions()
  const others = signIns.filter((it) => it.endedAt === null && !it.isCurrent)
  async function ask(title: string, id: string | undefined) {
    if (await confirm({ title, content: texts.endEffect })) end.mutate(id)
  }
  return (
    <>
      <ul className={styles.devices}>
        {signIns.map((signIn) => (
          <SignInRow
            key={signIn.id}
            signIn={signIn}
            onEnd={() => void ask(texts.endTitle(deviceName(signIn.userAgent)), signIn.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button busy={end.isPending} onClick={() => void ask(texts.endOthersTitle, undefined)}>
          {texts.endOthers}
        </Button>
      )}
    </>
  )
}

function SignInRow({ signIn, onEnd }: { signIn: SignInSession; onEnd: () => void }) {
  const timeZone = useTimeZone()
  const device = deviceName(signIn.userAgent)
  const Icon = /iOS|Android/.test(device) ? Smartphone : Monitor
  const isLiving = signIn.endedAt === null
  const at = signIn.endedAt
    ? texts.ended(formatDateTime(signIn.endedAt, timeZone))
    : texts.lastUsed(formatDateTime(signIn.lastUsedAt, timeZone))
  return (
    <li className={isLiving ? undefined : styles.gone}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.device}>
        <b>{device}</b>
        <small>
          {signIn.ip} · {at}
        </small>
      </span>
      {isLiving && <StatusLabel tone="success">{signIn.isCurrent ? texts.current : texts.living}</StatusLabel>}
      {isLiving && !signIn.isCurrent && (
        <Button size="sm" onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
