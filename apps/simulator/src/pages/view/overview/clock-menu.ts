import type { ClockView } from '../../../views.ts'
import { advanceCall, clockCall } from '../calls.ts'
import { dateOf, secondOf } from '../format.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { callButton } from '../parts.ts'
import { texts } from './texts.ts'

const MODES = ['real', 'fast', 'manual'] as const

/** How fast the fast clock runs until another pace is chosen. */
const FACTORS = [10, 60, 600]

function modeButton(clock: ClockView, mode: ClockView['mode']): Html {
  const call = clockCall(mode === 'fast' ? { mode, factor: FACTORS[0] } : { mode })
  return html`<button type="button" aria-pressed="${String(clock.mode === mode)}" data-call="${JSON.stringify(call)}">
    ${texts.clockModes[mode]}
  </button>`
}

const factors = (clock: ClockView): Html =>
  html`<div class="menu-line">
    <span>${texts.factor}</span>
    <div class="segment" role="group" aria-label="${texts.factor}">
      ${FACTORS.map(
        (factor) =>
          html`<button
            type="button"
            aria-pressed="${String(clock.factor === factor)}"
            data-call="${JSON.stringify(clockCall({ mode: 'fast', factor }))}"
          >
            ×${factor}
          </button>`,
      )}
    </div>
  </div>`

const steps = html`<div class="menu-line">
  <span>${texts.advance}</span>
  ${texts.steps.map((it) => callButton(it.label, advanceCall(it.ms)))}
</div>`

export const clockText = (now: string): string => `${dateOf(now)} ${secondOf(now)}`

/** The simulator's own time: as it runs, and how to make it run otherwise. */
export const clockMenu = (clock: ClockView): Html =>
  html`<details class="menu" data-menu>
    <summary class="button">
      ${icon('clock')}<time data-clock data-keep>${clockText(clock.now)}</time>
      <span class="chip">${texts.clockModes[clock.mode]}${clock.mode === 'fast' && ` ×${clock.factor}`}</span>
    </summary>
    <div class="menu-body">
      <div class="segment" role="group" aria-label="${texts.clock}">${MODES.map((it) => modeButton(clock, it))}</div>
      ${clock.mode === 'fast' && factors(clock)}${steps}
    </div>
  </details>`
