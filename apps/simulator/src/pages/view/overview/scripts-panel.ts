import type { IndexView, RunView, ScriptView } from '../../../views.ts'
import { startScriptCall, stopScriptCall } from '../calls.ts'
import { flag, type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { callButton, empty } from '../parts.ts'
import { sourceMark } from '../source.ts'
import { RUN_TEXTS, texts } from './texts.ts'
import { accountKey, type OverviewUi, type ScriptTarget, scriptTargets } from './ui.ts'

const isLive = (run: RunView): boolean => run.state === 'running' || run.state === 'waiting'

const runRow = (run: RunView): Html =>
  html`<li class="run" data-key="${run.runId}">
    <div class="run-words">
      <b>${sourceMark(run.source, 14)}${run.title}</b>
      <small class="cut" title="${run.note}">
        ${run.customerName} · ${RUN_TEXTS[run.state]}${run.note && ` · ${run.note}`}
      </small>
      <progress
        class="${!isLive(run) && 'over'}"
        value="${run.done}"
        max="${Math.max(1, run.steps)}"
        aria-label="${texts.progress(run.done, run.steps)}"
        title="${texts.progress(run.done, run.steps)}"
      ></progress>
    </div>
    <a class="button small" href="${run.phonePath}" target="_blank">${icon('phone', 14)}${texts.openPhone}</a>
    ${isLive(run) && callButton(texts.stop, stopScriptCall(run.runId), { icon: 'stop' })}
  </li>`

const targetChoice = (targets: readonly ScriptTarget[], chosen: ScriptTarget | undefined): Html =>
  html`<label class="field">
    <span>${texts.scriptAccount}</span>
    <select data-choose="scriptAccount" data-sync>
      ${targets.map(
        (it) => html`<option value="${accountKey(it)}" ${flag('selected', it === chosen)}>${it.label}</option>`,
      )}
    </select>
  </label>`

function scriptRow(script: ScriptView, target: ScriptTarget | undefined): Html {
  const fits = target !== undefined && script.sources.includes(target.source)
  return html`<li class="script" data-key="${script.scriptId}">
    <div>
      <b>${script.title}${script.sources.map((source) => sourceMark(source, 13))}</b>
      <p class="help">${script.summary}</p>
    </div>
    ${
      target &&
      callButton(
        texts.start,
        startScriptCall({ scriptId: script.scriptId, source: target.source, accountId: target.accountId }),
        { icon: 'play', isDisabled: !fits, title: fits ? texts.startNamed(script.title) : texts.wrongSource },
      )
    }
  </li>`
}

export function scriptsPanel(view: IndexView, ui: OverviewUi): Html {
  const targets = scriptTargets(view.accounts)
  const target =
    targets.find((it) => accountKey(it) === ui.scriptAccount) ?? targets.find((it) => it.isAuthorised) ?? targets[0]
  return html`<h3>${texts.runs}</h3>
    ${
      view.runs.length === 0
        ? empty('script', texts.noRuns)
        : html`<ul class="runs">
            ${view.runs.map(runRow)}
          </ul>`
    }
    <h3>${texts.library}</h3>
    ${targetChoice(targets, target)}
    ${target && !target.isAuthorised && html`<p class="strip">${icon('info', 14)}${texts.targetNotAuthorised}</p>`}
    <ul>
      ${view.scripts.map((it) => scriptRow(it, target))}
    </ul>`
}
