import type { Role } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { Switch } from 'antd'
import { useRequireTotp } from './totp.mutations.ts'
import { texts } from './texts.ts'
import styles from './require-totp-switch.module.css'

/** Saved at once, apart from the role's form: it can be set for built-in roles too. */
export function RequireTotpSwitch({ role, disabled }: { role: Role; disabled: boolean }) {
  const require = useRequireTotp()
  async function change(required: boolean) {
    const question = { title: texts.requireTitle(role.name), content: texts.requireEffect }
    if (!required || (await confirm(question))) require.mutate({ role, required })
  }
  return (
    <div className={styles.row}>
      <span>
        <b>{texts.requireForRole}</b>
        <small>{texts.requireHint}</small>
      </span>
      <Switch
        aria-label={texts.requireForRole}
        checked={role.requiresTotp}
        disabled={disabled}
        loading={require.isPending}
        onChange={(required) => void change(required)}
      />
    </div>
  )
}
