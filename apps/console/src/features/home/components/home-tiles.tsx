import type { MetricName, Tile } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE } from '@ruwu/domain'
import { Bar, ErrorBlock, EvenRows, Panel, Skeleton, Tooltip } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ChangeRate } from '../../../chart/change-rate.tsx'
import { texts } from '../texts.ts'
import styles from './home-tiles.module.css'

const TILES = 8

type HomeTilesProps = {
  tiles: readonly Tile[] | undefined
  error: unknown
  onRetry: () => unknown
  refreshing: boolean
  /** 较昨日 and the like. */
  period: string
  /** What was counted; undefined where the agent may not open it. */
  linkOf: (name: MetricName) => string | undefined
}

/** 概览: figures with their change, and their definition on hover and focus. */
export function HomeTiles({ tiles, error, onRetry, refreshing, period, linkOf }: HomeTilesProps) {
  return (
    <Panel label={texts.overview} refreshing={refreshing}>
      {!tiles && error ? (
        <ErrorBlock message={messageOf(error)} onRetry={onRetry} />
      ) : !tiles ? (
        <Skeleton>
          <EvenRows className={styles.tiles} count={TILES}>
            {Array.from({ length: TILES }, (_, index) => (
              <li key={index} className={styles.tile}>
                <Bar width={60} />
                <Bar width={84} height={24} />
                <Bar width={72} />
              </li>
            ))}
          </EvenRows>
        </Skeleton>
      ) : (
        <EvenRows className={styles.tiles} count={tiles.length}>
          {tiles.map((tile) => (
            <li key={tile.name}>
              <Tooltip text={METRIC_CATALOGUE[tile.name].definition} side="bottom">
                {box(
                  linkOf(tile.name),
                  <>
                    <span className={styles.label}>{METRIC_CATALOGUE[tile.name].label}</span>
                    <b>{formatMetric(tile.name, tile.value)}</b>
                    <small>
                      <ChangeRate of={tile} /> {period}
                    </small>
                  </>,
                )}
              </Tooltip>
            </li>
          ))}
        </EvenRows>
      )}
    </Panel>
  )
}

/** A figure without a list behind it still takes the focus, for its definition. */
const box = (to: string | undefined, children: ReactNode) =>
  to ? (
    <Link className={styles.tile} to={to}>
      {children}
    </Link>
  ) : (
    <button type="button" className={styles.tile}>
      {children}
    </button>
  )
