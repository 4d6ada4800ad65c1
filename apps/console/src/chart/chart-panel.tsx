import { cx, ErrorBlock, IconButton, LoadingText, Panel, toast, Tooltip } from '@ruwu/ui'
import { Popover } from 'antd'
import { ChartLine, Download, Info, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../api/errors.ts'
import { useColorScheme } from '../theme/color-scheme.ts'
import { type ChartData, type ChartPoint, hasValues, type HeatData, legendOf } from './chart-data.ts'
import { DataTable } from './data-table.tsx'
import { palettes } from './palette.ts'
import { savePicture } from './save-picture.ts'
import styles from './chart.module.css'
import { texts } from './texts.ts'

const EChart = lazy(async () => ({ default: (await import('./echart.tsx')).EChart }))

type ChartPanelProps = {
  title: string
  /** Undefined while loading. */
  data: ChartData | undefined
  error?: unknown
  onRetry?: () => unknown
  refreshing?: boolean
  /** What the values mean, one line each. */
  definitions?: readonly { label: string; text: string }[]
  /** The list behind a value; undefined where there is none. */
  linkOf?: (point: ChartPoint) => string | undefined
  height?: number
  /** Before the buttons. */
  actions?: ReactNode
  className?: string
}

/** A chart with its legend, definition, data table and picture; the same four states for all. */
export function ChartPanel({ title, data, definitions, linkOf, actions, height = 260, ...rest }: ChartPanelProps) {
  const [isTable, setIsTable] = useState(false)
  const picture = useRef<(() => string) | undefined>(undefined)
  const colours = palettes[useColorScheme()]
  const navigate = useNavigate()
  const legend = data ? legendOf(data) : []
  const pick = (point: ChartPoint) => {
    const to = linkOf?.(point)
    if (to) void navigate(to)
  }
  const save = async () => {
    const svg = picture.current?.()
    if (svg) await savePicture({ title, legend, svg, colours }).catch(() => toast.error(texts.notSaved))
  }
  const switchText = isTable ? texts.showChart : texts.showTable
  const SwitchIcon = isTable ? ChartLine : Table2
  const canDraw = data !== undefined && hasValues(data)
  return (
    <Panel
      title={title}
      className={cx(styles.panel, rest.className)}
      refreshing={rest.refreshing}
      note={!isTable && <Legend legend={legend} data={data} className={styles.inHead} />}
      actions={
        <>
          {actions}
          {definitions && <Definitions title={title} definitions={definitions} />}
          <Tool label={switchText} isPressed={isTable} onClick={() => setIsTable(!isTable)}>
            <SwitchIcon size={16} strokeWidth={1.75} aria-hidden="true" />
          </Tool>
          {canDraw && !isTable && (
            <Tool label={texts.download} onClick={() => void save()}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
            </Tool>
          )}
        </>
      }
    >
      {data === undefined && rest.error ? (
        <ErrorBlock message={messageOf(rest.error)} onRetry={rest.onRetry} />
      ) : data === undefined ? (
        <div style={{ height }}>
          <LoadingText />
        </div>
      ) : isTable ? (
        <DataTable data={data} linkOf={linkOf} />
      ) : (
        <figure className={styles.figure} aria-label={title}>
          <Legend legend={legend} data={data} className={styles.inBody} />
          <Suspense fallback={<div style={{ height }} />}>
            <EChart
              data={data}
              colours={colours}
              height={height}
              onPick={linkOf && canDraw ? pick : undefined}
              onDrawn={(take) => {
                picture.current = take
              }}
            />
          </Suspense>
          {!canDraw && <p className={styles.none}>{texts.noData}</p>}
        </figure>
      )}
    </Panel>
  )
}

type ToolProps = { label: string; isPressed?: boolean; onClick?: () => void; children: ReactNode }

function Tool({ label, isPressed, onClick, children }: ToolProps) {
  return (
    <Tooltip text={label}>
      <IconButton label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}

type DefinitionsProps = { title: string; definitions: readonly { label: string; text: string }[] }

/** How the figures are counted, on hover, focus and touch. */
export function Definitions({ title, definitions }: DefinitionsProps) {
  return (
    <Popover
      trigger={['hover', 'focus', 'click']}
      placement="bottomRight"
      arrow={false}
      content={
        <dl className={styles.definitions}>
          {definitions.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <IconButton label={texts.definitionOf(title)}>
        <Info size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </Popover>
  )
}

type LegendProps = { legend: ReturnType<typeof legendOf>; data: ChartData | undefined; className: string | undefined }

/** Beside the title where there is room, else above the drawing: the style sheet shows one of both. */
function Legend({ legend, data, className }: LegendProps) {
  if (data?.kind === 'heat') return <HeatScale ends={data.ends} className={className} />
  if (legend.length === 0) return null
  return (
    <span className={cx(styles.legend, className)}>
      {legend.map(({ name, tone, isBase }) => (
        <span key={name}>
          <i className={cx(isBase && styles.base)} style={{ color: `var(--${tone === 'goal' ? 'c-goal' : tone})` }} />
          {name}
        </span>
      ))}
    </span>
  )
}

const AMOUNTS = [texts.low, texts.high] as const

type HeatScaleProps = { ends: HeatData['ends']; className: string | undefined }

/** The seven steps of a heat map. */
const HeatScale = ({ ends = AMOUNTS, className }: HeatScaleProps) => (
  <span className={cx(styles.scale, className)}>
    {ends[0]}
    {STEPS.map((step) => (
      <i key={step} style={{ background: `var(--heat-${step})` }} />
    ))}
    {ends[1]}
  </span>
)

const STEPS = [0, 1, 2, 3, 4, 5, 6]
