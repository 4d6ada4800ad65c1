import type { Permission } from '@ruwu/contract'
import { Tooltip, cx } from '@ruwu/ui'
import { Checkbox } from 'antd'
import { Check, Minus } from 'lucide-react'
import { matrixRows } from '../role-draft.ts'
import { texts } from '../texts.ts'
import styles from './permission-matrix.module.css'

const rows = matrixRows()

type PermissionMatrixProps = {
  ticked: readonly Permission[]
  isLocked: boolean
  mayGrant: (permission: Permission) => boolean
  onTick: (permission: Permission, isOn: boolean) => void
}

/** One row per module: view, then edit. */
export function PermissionMatrix({ ticked, isLocked, mayGrant, onTick }: PermissionMatrixProps) {
  return (
    <dl>
      {rows.map(({ row, permissions }) => (
        <div key={row} className={styles.row}>
          <dt>{row}</dt>
          <dd>
            {permissions.map(({ permission, label }) =>
              isLocked ? (
                <Mark key={permission} label={label} isOn={ticked.includes(permission)} />
              ) : (
                <Tick
                  key={permission}
                  label={label}
                  isOn={ticked.includes(permission)}
                  isGrantable={mayGrant(permission)}
                  onTick={(isOn) => onTick(permission, isOn)}
                />
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Read-only: granted or not, as icon and text. */
function Mark({ label, isOn }: { label: string; isOn: boolean }) {
  const Icon = isOn ? Check : Minus
  return (
    <span className={cx(styles.mark, isOn && styles.on)}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span className="sr-only">{isOn ? texts.granted : texts.notGranted}</span>
      {label}
    </span>
  )
}

type TickProps = { label: string; isOn: boolean; isGrantable: boolean; onTick: (isOn: boolean) => void }

function Tick({ label, isOn, isGrantable, onTick }: TickProps) {
  return (
    <Tooltip text={!isGrantable && texts.cannotGrant}>
      <span>
        <Checkbox checked={isOn} disabled={!isGrantable} onChange={(event) => onTick(event.target.checked)}>
          {label}
        </Checkbox>
      </span>
    </Tooltip>
  )
}
