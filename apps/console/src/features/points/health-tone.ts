import type { PointsHealth } from '@ruwu/domain'
import type { Tone } from '@ruwu/ui'

export const HEALTH_TONES: Record<PointsHealth, Tone> = {
  free: 'quiet',
  health: 'success',
  warn: 'warning',
  danger: 'error',
  overdue: 'error',
}
