import type { ReceptionMode } from '@ruwu/contract'
import { Button, Dialog, Skeleton, Bar } from '@ruwu/ui'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useSwitchReception } from '../channel.mutations.ts'
import { switchEffectOptions } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './switch-dialog.module.css'
import type { Switchable } from './reception-switch.tsx'

type SwitchDialogProps = { account: Switchable; receptionMode: ReceptionMode; onClose: () => void }

/** Confirms a mode switch: number of affected customers, and whether sub-accounts are included. */
export function SwitchDialog({ account, receptionMode, onClose }: SwitchDialogProps) {
  const [withKos, setWithKos] = useState(true)
  const { data: effect, isError } = useQuery(switchEffectOptions(account.relationId, receptionMode))
  const change = useSwitchReception()
  const submit = () => change.mutate({ account, receptionMode, withKos }, { onSuccess: onClose })
  return (
    <Dialog
      title={texts.switchTitle(account.name, texts.modes[receptionMode])}
      onCancel={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={change.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {isError ? (
        texts.switchUnknown
      ) : !effect ? (
        <Skeleton>
          <div className={styles.waiting}>
            <Bar width="60%" />
          </div>
        </Skeleton>
      ) : (
        <p>{texts.switchEffect(effect.own + (withKos ? effect.kos : 0))}</p>
      )}
      {effect && effect.kosAccounts > 0 && (
        <Checkbox className={styles.kos} checked={withKos} onChange={(event) => setWithKos(event.target.checked)}>
          {texts.withKos(effect.kosAccounts)}
        </Checkbox>
      )}
    </Dialog>
  )
}
