import type { NotifySetting } from '@ruwu/contract'
import { NOTIFY_EVENT_LABELS } from '@ruwu/domain'
import { Checkbox } from 'antd'
import { NOTIFY_WAYS, withWay } from '../setting-draft.ts'
import { texts } from '../texts.ts'
import styles from './event-matrix.module.css'

type EventMatrixProps = { setting: NotifySetting; onChange: (setting: NotifySetting) => void }

/** Notification channels per event. */
export function EventMatrix({ setting, onChange }: EventMatrixProps) {
  return (
    <table className={styles.matrix}>
      <caption className="sr-only">{texts.events}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.event}</th>
          {NOTIFY_WAYS.map((way) => (
            <th key={way} scope="col">
              {texts.ways[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {setting.events.map((row) => (
          <tr key={row.event}>
            <th scope="row">{NOTIFY_EVENT_LABELS[row.event]}</th>
            {NOTIFY_WAYS.map((way) => (
              <td key={way}>
                <Checkbox
                  aria-label={texts.wayOf(NOTIFY_EVENT_LABELS[row.event], texts.ways[way])}
                  checked={row[way]}
                  onChange={({ target }) => onChange(withWay(setting, row.event, way, target.checked))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
