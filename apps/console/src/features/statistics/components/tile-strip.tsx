import type { MetricName, Tile } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE } from '@ruwu/domain'
import { Bar, cx, ErrorBlock, EvenRows, Panel, Skeleton } from '@ruwu/ui'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ChangeRate } from '../../../chart/change-rate.tsx'
import { texts } from '../texts.ts'
import styles from './tile-strip.module.css'

type TileStripProps = {
  label: string
  tiles: readonly Tile[] | undefined
  /** How many to expect while loading. */
  count: number
  error?: unknown
  onRetry?: () => unknown
  refreshing: boolean
  /** 较{period} beside the change. */
  period?: string
  linkOf?: (name: MetricName) => string | undefined
}

/** Figures side by side, each with its change and, on hover, its definition; a click opens what was counted. */
export function TileStrip({ label, tiles, count, error, onRetry, refreshing, ...rest }: TileStripProps) {
  const { linkOf, period = texts.toPeriod } = rest
  return (
    <Panel label={label} refreshing={refreshing}>
      {!tiles && error ? (
        <ErrorBlock message={messageOf(error)} onRetry={onRetry} />
      ) : !tiles ? (
        <Skeleton>
          <EvenRows className={styles.tiles} count={count}>
            {Array.from({ length: count }, (_, at) => (
              <li key={at} className={styles.tile}>
                <div className={cx(styles.box, styles.waiting)}>
                  <Bar width={60} />
                  <Bar width={90} height={26} />
                  <Bar width={72} />
                </div>
              </li>
            ))}
          </EvenRows>
        </Skeleton>
      ) : (
        <EvenRows className={styles.tiles} count={tiles.length}>
          {tiles.map((tile) => (
            <li key={tile.name} className={styles.tile}>
              <TileBox tile={tile} to={linkOf?.(tile.name)} period={period} />
            </li>
          ))}
        </EvenRows>
      )}
    </Panel>
  )
}

function TileBox({ tile, to, period }: { tile: Tile; to: string | undefined; period: string }) {
  const { label, definition } = METRIC_CATALOGUE[tile.name]
  return (
    <Popover
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.4}
      placement="bottomLeft"
      arrow={false}
      title={label}
      content={<p className={styles.definition}>{definition}</p>}
    >
      <Box to={to}>
        <span className={styles.label}>{label}</span>
        <b>{formatMetric(tile.name, tile.value)}</b>
        {tile.base !== null && <Change tile={tile} period={period} />}
      </Box>
    </Popover>
  )
}

type BoxProps = { to: string | undefined; children: ReactNode }

/** A figure without a list behind it still takes the focus, for its definition. */
const Box = ({ to, children, ...rest }: BoxProps) =>
  to ? (
    <Link {...rest} className={styles.box} to={to}>
      {children}
    </Link>
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the definition
    <div {...rest} className={styles.box} tabIndex={0}>
      {children}
    </div>
  )

const Change = ({ tile, period }: { tile: Tile; period: string }) => (
  <small>
    <ChangeRate of={tile} />
    {period}
  </small>
)
