import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { sorted } from './sorted.mjs'

const DATA = 'bench/results.json'
const PAGE = 'docs/results.md'
const LINK = `- [${PAGE}](${PAGE})：测量结果：每项预算的数值、机器与日期`

/**
 * Figures by the command that measured them; one that is run again replaces its own. The first time, README gets its link to the page.
 * `folder`: of the repository.
 */
export function saveResults({ machine, figures, flags }, day = new Date().toISOString().slice(0, 10), folder = root) {
  const [data, page, readme] = [DATA, PAGE, 'README.md'].map((file) => path.join(folder, file))
  const known = existsSync(data) ? JSON.parse(readFileSync(data, 'utf8')) : {}
  const files = new Set(figures.map(({ file }) => file))
  const measured = [...files].map((file) => [
    [file, ...flags].join(' '),
    {
      day,
      machine,
      flags,
      figures: figures.filter((each) => each.file === file).map(({ file: _file, ...figure }) => figure),
    },
  ])
  const results = { ...known, ...Object.fromEntries(measured) }
  writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, pageOf(results))
  writeFileSync(readme, withLink(readFileSync(readme, 'utf8')))
}

const withLink = (readme) =>
  readme.includes(`](${PAGE})`) ? readme : readme.replace(/^- \[docs\/scale\.md\].*$/m, (line) => `${line}\n${LINK}`)

/** The page of the results; a value of one machine says little, a ratio more. */
export function pageOf(results) {
  const tables = sorted(Object.keys(results)).map((command) => {
    const { day, machine, flags, figures } = results[command]
    const [name = '', kind = ''] = command.split(' ')[0].split('.')
    const rows = figures.map((figure) =>
      ['', figure.name, figure.value, figure.unit, figure.budget, figure.outcome === 'ok' ? '达到' : '**没有达到**', '']
        .join(' | ')
        .trim(),
    )
    return [
      `## \`npm run ${[kind, '--', name, ...flags].join(' ')}\``,
      '',
      `${day}，${machine}`,
      '',
      HEAD,
      ...rows,
    ].join('\n')
  })
  return `${['# 测量结果', '', INTRODUCTION, '', tables.join('\n\n')].join('\n')}\n`
}

const HEAD = '| 名称 | 数值 | 单位 | 预算 | 结果 |\n|---|---|---|---|---|'
const INTRODUCTION =
  '由 `npm run bench -- 名称 --save` 与 `npm run prove -- 名称 --save` 写成，不手改；数据在 `bench/results.json`。绝对值只对所写的机器成立，比例才是预算。'
