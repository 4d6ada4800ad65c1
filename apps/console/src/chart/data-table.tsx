import { Link } from 'react-router'
import type { ChartData, ChartPoint } from './chart-data.ts'
import { tableOf } from './chart-table.ts'
import styles from './chart.module.css'

type DataTableProps = { data: ChartData; linkOf?: ((point: ChartPoint) => string | undefined) | undefined }

/** The chart's values as a table; a value that has a list behind it is a link. */
export function DataTable({ data, linkOf }: DataTableProps) {
  const { head, rows } = tableOf(data)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map(({ text, point }, column) => {
                const to = linkOf?.(point)
                return <td key={head[column + 1]}>{to ? <Link to={to}>{text}</Link> : text}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
