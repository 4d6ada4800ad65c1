import { RECEPTION_MODES, type ReceptionMode } from '@ruwu/contract'
import { Button, Dialog, toast } from '@ruwu/ui'
import { useQueries } from '@tanstack/react-query'
import { Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { kosOf, type Account } from '../account.ts'
import { useSwitchMany, type BulkResult } from '../channel.mutations.ts'
import { switchEffectOptions } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './bulk-switch-dialog.module.css'

type BulkSwitchDialogProps = { accounts: Account[]; onClose: () => void; onDone: (result: BulkResult) => void }

const options = RECEPTION_MODES.map((value) => ({ value, label: texts.modes[value] }))

/** One mode for all selected accounts; includes the sub-accounts of selected main accounts unless unchecked. */
export function BulkSwitchDialog({ accounts, onClose, onDone }: BulkSwitchDialogProps) {
  const [receptionMode, setReceptionMode] = useState<ReceptionMode>('open')
  const [withKos, setWithKos] = useState(true)
  const change = useSwitchMany()
  const selected = new Set(accounts.map((it) => it.relationId))
  const others = accounts.flatMap(kosOf).filter((it) => !selected.has(it.relationId))
  const affected = useEffectOf(withKos ? [...accounts, ...others] : accounts, receptionMode)

  const submit = () =>
    change.mutate(
      { accounts: withKos ? [...accounts, ...others] : accounts, receptionMode, withKos: false },
      {
        onSuccess: (result) => {
          if (result.success > 0) toast.success(texts.bulkSwitched(result.success))
          onDone(result)
        },
      },
    )

  return (
    <Dialog
      title={texts.bulkSwitchTitle(accounts.length)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={change.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Segmented
          aria-label={texts.receptionMode}
          options={options}
          value={receptionMode}
          onChange={setReceptionMode}
        />
        {others.length > 0 && (
          <Checkbox checked={withKos} onChange={(event) => setWithKos(event.target.checked)}>
            {texts.withKos(others.length)}
          </Checkbox>
        )}
        <p>{affected === undefined ? texts.switchUnknown : texts.switchEffect(affected)}</p>
      </div>
    </Dialog>
  )
}

/** Number of affected customers over all accounts; undefined until every account has answered. */
function useEffectOf(accounts: Account[], receptionMode: ReceptionMode): number | undefined {
  return useQueries({
    queries: accounts.map((it) => switchEffectOptions(it.relationId, receptionMode)),
    combine: (answers) =>
      answers.every((it) => it.data) ? answers.reduce((sum, { data }) => sum + (data?.own ?? 0), 0) : undefined,
  })
}
