import { POINT_RULES } from '@ruwu/domain'
import { texts } from '../texts.ts'
import styles from './point-rules.module.css'

/** Price list. */
export function PointRules({ withWhen = false }: { withWhen?: boolean }) {
  return (
    <table className={styles.rules}>
      <thead>
        <tr>
          <th>{texts.ruleItem}</th>
          <th>{texts.rulePrice}</th>
          {withWhen && <th>{texts.ruleWhen}</th>}
        </tr>
      </thead>
      <tbody>
        {POINT_RULES.map(({ name, price, when }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{price}</td>
            {withWhen && <td>{when}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
