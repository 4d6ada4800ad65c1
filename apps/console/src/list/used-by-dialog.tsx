import { ERRORS } from '@ruwu/contract'
import { Button, Dialog } from '@ruwu/ui'
import { ResultError } from '../api/errors.ts'
import { texts } from './texts.ts'
import styles from './used-by-dialog.module.css'

/** The names the server lists as `usedBy` when it refuses a deletion, or to switch something off; undefined for other errors. */
export function usersOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ResultError) || error.code !== ERRORS.inUse.code) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('usedBy' in data) || !Array.isArray(data.usedBy)) return []
  return data.usedBy.filter((it) => typeof it === 'string')
}

type UsedByDialogProps = { name: string; users: readonly string[]; action?: string; onClose: () => void }

/** Why something can't be deleted (or the given action done): where it is used. */
export const UsedByDialog = ({ name, users, action = texts.remove, onClose }: UsedByDialogProps) => (
  <Dialog
    title={texts.usedTitle(name, action)}
    onCancel={onClose}
    footer={
      <Button variant="primary" onClick={onClose}>
        {texts.close}
      </Button>
    }
  >
    {texts.usedBy}
    <ul className={styles.users}>
      {users.map((user) => (
        <li key={user}>{user}</li>
      ))}
    </ul>
  </Dialog>
)
