import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChartData, ChartPoint } from './chart-data.ts'
import { funnelStepAt, optionOf } from './chart-options.ts'
import type { Palette } from './palette.ts'
import styles from './chart.module.css'
import { tooltipOf } from './tooltip.ts'

// SVG: sharp at every zoom and in the picture, and our charts have few marks.
echarts.use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  GridComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
])

type EChartProps = {
  data: ChartData
  colours: Palette
  height: number
  onPick?: ((point: ChartPoint) => void) | undefined
  /** Gets a function that answers the drawing as an SVG address; undefined when it is gone. */
  onDrawn: (picture: (() => string) | undefined) => void
}

const ANIMATION_MS = 240
const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The drawing itself; loaded on its own, because ECharts is large. Hidden from screen readers, who get the table. */
export function EChart({ data, colours, height, onPick, onDrawn }: EChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<echarts.ECharts>(undefined)
  const pickAt = useEffectEvent((chart: echarts.ECharts, at: [number, number]) => {
    const point = pointAt(chart, data, at)
    if (point) onPick?.(point)
  })
  const tellDrawn = useEffectEvent(onDrawn)
  // A donut has no axes: its parts are hit themselves.
  const pickPart = useEffectEvent((index: number) => {
    if (data.kind === 'donut') onPick?.({ series: 0, index })
  })

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height: tall = 0 } = entry?.contentRect ?? {}
      if (width > 0) drawn.current?.resize({ width: Math.floor(width), height: tall })
    })
    const chart = echarts.init(element, null, {
      width: element.clientWidth || 640,
      height: element.clientHeight || 260,
    })
    drawn.current = chart
    tellDrawn(() => chart.getDataURL())
    chart.getZr().on('click', ({ offsetX, offsetY }) => pickAt(chart, [offsetX, offsetY]))
    chart.on('click', ({ dataIndex }) => pickPart(dataIndex))
    observer.observe(element)
    return () => {
      observer.disconnect()
      tellDrawn(undefined)
      chart.dispose()
    }
  }, [])

  useEffect(() => {
    drawn.current?.setOption(
      {
        // ECharts writes the name into an attribute as it stands: a double quote would end it, and no picture could be decoded.
        textStyle: { fontFamily: getComputedStyle(document.body).fontFamily.replaceAll('"', "'") },
        animation: !wantsStill(),
        animationDuration: ANIMATION_MS,
        animationDurationUpdate: 0,
        tooltip: tooltipOf(data, styles.tip),
        ...optionOf(data, colours),
      },
      { notMerge: true },
    )
  }, [data, colours])

  return <div ref={box} className={onPick ? styles.pickable : undefined} style={{ height }} aria-hidden="true" />
}

/** The value under a point of the screen: the whole column of a line or bar chart counts, not its mark alone. */
function pointAt(chart: echarts.ECharts, data: ChartData, at: [number, number]): ChartPoint | undefined {
  if (data.kind === 'donut' || !chart.containPixel('grid', at)) return undefined
  const [x = 0, y = 0] = chart.convertFromPixel('grid', at)
  if (data.kind === 'heat') return { series: y, index: x }
  return { series: 0, index: data.kind === 'funnel' ? funnelStepAt(y) : x }
}
