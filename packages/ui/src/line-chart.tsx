import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { axisTicks, smoothPath } from './chart-geometry.ts'
import { cx } from './cx.ts'
import styles from './line-chart.module.css'

/** `goal` is the main series, the only one drawn red and filled. */
export type Series = { name: string; tone: 'goal' | 'first' | 'second'; values: readonly number[] }

type LineChartProps = {
  /** Accessible name; the numbers belong in a table beside it. */
  label: string
  labels: readonly string[]
  series: readonly Series[]
  height?: number
  noData: string
}

const PAD = { top: 24, right: 20, bottom: 26, left: 44 }

/** Smooth line chart of a few series; hover shows values. */
export function LineChart({ label, labels, series, height = 240, noData }: LineChartProps) {
  const [box, width] = useWidth()
  const [at, setAt] = useState<number>()
  const highest = Math.max(0, ...series.flatMap((it) => it.values))
  const ticks = axisTicks(highest)
  const top = ticks.at(-1) ?? 1
  const inner = Math.max(0, width - PAD.left - PAD.right)
  const x = (index: number) => PAD.left + (labels.length > 1 ? (inner * index) / (labels.length - 1) : inner / 2)
  const y = (value: number) => PAD.top + (height - PAD.top - PAD.bottom) * (1 - value / top)
  const floor = y(0)

  const read = ({ clientX, currentTarget }: PointerEvent) => {
    const place = clientX - currentTarget.getBoundingClientRect().left - PAD.left
    setAt(clamp(Math.round((place / inner) * (labels.length - 1)), labels.length - 1))
  }

  return (
    <figure ref={box} className={styles.chart} style={{ height }} aria-label={label}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onPointerMove={read}
          onPointerLeave={() => setAt(undefined)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
              <text className={styles.axis} x={PAD.left - 12} y={y(tick) + 4} textAnchor="end">
                {tick.toLocaleString('en-US')}
              </text>
            </g>
          ))}
          {labels.map((text, index) => (
            <text key={text} className={styles.axis} x={x(index)} y={height - 6} textAnchor="middle">
              {text}
            </text>
          ))}
          {at !== undefined && highest > 0 && (
            <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={PAD.top} y2={floor} />
          )}
          {highest > 0 &&
            series.map(({ name, tone, values }) => {
              const points = values.map((value, index) => ({ x: x(index), y: y(value) }))
              const path = smoothPath(points)
              return (
                <g key={name} className={styles[tone]}>
                  {tone === 'goal' && (
                    <path className={styles.area} d={`${path}L${x(values.length - 1)} ${floor}L${x(0)} ${floor}Z`} />
                  )}
                  <path className={styles.line} d={path} />
                  {points.map((point, index) => (
                    <circle
                      key={point.x}
                      className={cx(styles.point, index === at && styles.read)}
                      cx={point.x}
                      cy={point.y}
                      r={index === at ? 4.5 : 3}
                    />
                  ))}
                </g>
              )
            })}
          {highest > 0 && at === undefined && <Peaks series={series} x={x} y={y} />}
        </svg>
      )}
      {highest === 0 && <p className={styles.none}>{noData}</p>}
      {at !== undefined && highest > 0 && (
        <div className={cx(styles.card, x(at) > width / 2 && styles.before)} style={{ left: x(at) }} aria-hidden="true">
          <p>{labels[at]}</p>
          {series.map(({ name, tone, values }) => (
            <p key={name} className={styles[tone]}>
              <i />
              {name}
              <b>{values[at]}</b>
            </p>
          ))}
        </div>
      )}
    </figure>
  )
}

type PeaksProps = { series: readonly Series[]; x: (index: number) => number; y: (value: number) => number }

/** Labels the maximum of the goal series and of the highest other series. */
function Peaks({ series, x, y }: PeaksProps) {
  const others = series.filter((it) => it.tone !== 'goal')
  const highest = others.toSorted((a, b) => Math.max(...b.values) - Math.max(...a.values))[0]
  return [highest, series.find((it) => it.tone === 'goal')].map((it) => {
    if (!it) return null
    const peak = Math.max(...it.values)
    if (peak <= 0) return null
    const index = it.values.indexOf(peak)
    return (
      <text
        key={it.name}
        className={cx(styles.peak, styles[it.tone])}
        x={x(index)}
        y={y(peak) - 10}
        textAnchor="middle"
      >
        {peak}
      </text>
    )
  })
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/** Legend for beside the title. */
export function ChartLegend({ series }: { series: readonly Pick<Series, 'name' | 'tone'>[] }) {
  return (
    <span className={styles.legend}>
      {series.map(({ name, tone }) => (
        <span key={name} className={styles[tone]}>
          <i />
          {name}
        </span>
      ))}
    </span>
  )
}

function useWidth() {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}
