import { ChangePasswordSheet } from '../features/auth/index.ts'
import { NotifySettingDialog } from '../features/notify-setting/index.ts'
import { SecuritySheet } from '../features/totp/index.ts'
import { useRealtime } from '../realtime/realtime-context.ts'

export type AgentLayer = 'notify' | 'password' | 'security'

/** What the agent's own menu opens. */
export function AgentDialogs({ layer, onClose }: { layer: AgentLayer; onClose: () => void }) {
  const { status } = useRealtime()
  switch (layer) {
    case 'notify':
      return <NotifySettingDialog isConnected={status === 'connected'} onClose={onClose} />
    case 'password':
      return <ChangePasswordSheet onClose={onClose} />
    case 'security':
      return <SecuritySheet onClose={onClose} />
  }
}
