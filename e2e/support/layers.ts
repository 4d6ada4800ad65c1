import type { Page } from 'playwright-core'
import { answerAll, refuseWrites } from './page-states.ts'
import { settle } from './pages.ts'

/** Menus, lists, dialogs, sheets and popovers, ours and antd's. */
const LAYERS =
  'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="tree"], .ant-popover, [data-notice-panel]'
const OPENERS = 'button, [role="combobox"]'
const CONFIRM = /^(确认|确定|保存|创建|添加|提交|发布|导入|下一步)$/

/** What keeps names of alike buttons apart: 「营业时间」的更多操作, 第 2 行. */
const OWN_NAMES = /「[^」]*」|\d+/g

/** Where the page itself marks what the next step is about. */
const OPENER = 'data-walk-opener'
const LAYER = 'data-walk-layer'
const NEW_LAYER = `[${LAYER}="new"]`

/** How long a button has to open something. */
const OPEN_MS = 700
const PRESS_MS = 2_000

/** `within`: a selector of the layer. */
type Look = (layer: string, within: string) => Promise<void>

/**
 * Presses every button of a page, alike ones once, those of the shell once for all pages (`done`), and shows what opens. A dialog is then confirmed as it is, so that its form shows errors. The server
 * refuses writes, so that the next button finds the page as it was.
 */
export async function openEachLayer(page: Page, address: string, done: Set<string>, look: Look): Promise<void> {
  const open = async () => {
    await page.goto(address)
    await settle(page)
  }
  const closeWindow = (window: Page) => void window.close()
  page.on('popup', closeWindow)
  await open()
  const { href } = new URL(page.url())
  await refuseWrites(page)
  for (let name = await nextOpener(page, done); name; name = await nextOpener(page, done)) {
    await markOldLayers(page)
    const isPressed = await press(page)
    if (isPressed && (await isLayerOpen(page))) {
      await look(name, NEW_LAYER)
      if (await confirm(page)) await look(`${name}, confirmed`, NEW_LAYER)
      await page.keyboard.press('Escape')
    }
    if (!isPressed || page.url() !== href || !(await layersBecome(page, 'closed'))) await open()
  }
  page.off('popup', closeWindow)
  await answerAll(page)
}

/** Marks the next button that was not pressed yet; answers its name. */
async function nextOpener(page: Page, done: Set<string>): Promise<string | undefined> {
  const place = new URL(page.url()).pathname
  const found = await page.evaluate(
    ({ openers, marker, ownNames, pressed, here }) => {
      document.querySelector(`[${marker}]`)?.removeAttribute(marker)
      for (const element of document.querySelectorAll(openers)) {
        const said = element.getAttribute('aria-label') ?? element.textContent ?? ''
        const name = said.replaceAll(ownNames, '').trim() || element.id
        const key = element.closest('main') ? `${here} ${name}` : name
        const isOff = element.matches(':disabled, [aria-disabled="true"]') || !element.checkVisibility()
        if (isOff || pressed.includes(key)) continue
        element.setAttribute(marker, '')
        return { name, key }
      }
      return undefined
    },
    { openers: OPENERS, marker: OPENER, ownNames: OWN_NAMES, pressed: [...done], here: place },
  )
  if (found) done.add(found.key)
  return found?.name
}

/** `false` for what lies under something else. */
const press = (page: Page): Promise<boolean> =>
  page.click(`[${OPENER}]`, { timeout: PRESS_MS }).then(
    () => true,
    () => false,
  )

const markOldLayers = (page: Page): Promise<void> =>
  page.evaluate(
    ([layers, marker]) => {
      for (const layer of document.querySelectorAll(layers)) {
        if (layer.checkVisibility()) layer.setAttribute(marker, 'old')
        else layer.removeAttribute(marker)
      }
    },
    [LAYERS, LAYER] as const,
  )

/** Waits, as long as a layer may take, until any or none is shown since `markOldLayers`, and marks those. */
const layersBecome = (page: Page, wanted: 'open' | 'closed'): Promise<boolean> =>
  page
    .waitForFunction(
      ([layers, marker, isWanted]) => {
        const shown = [...document.querySelectorAll(layers)].filter(
          (layer) => layer.checkVisibility() && layer.getAttribute(marker) !== 'old',
        )
        for (const layer of shown) layer.setAttribute(marker, 'new')
        return shown.length > 0 === isWanted
      },
      [LAYERS, LAYER, wanted === 'open'] as const,
      { timeout: OPEN_MS },
    )
    .then(
      () => true,
      () => false,
    )

/** Once its content is there, which may be another element than the first. */
async function isLayerOpen(page: Page): Promise<boolean> {
  if (!(await layersBecome(page, 'open'))) return false
  await settle(page)
  return layersBecome(page, 'open')
}

/** Presses the topmost layer's own confirmation; answers whether a layer is open after it. */
async function confirm(page: Page): Promise<boolean> {
  const button = page.locator(NEW_LAYER).getByRole('button', { name: CONFIRM }).last()
  if (!(await button.isVisible())) return false
  await button.click({ timeout: PRESS_MS }).catch(() => undefined)
  return isLayerOpen(page)
}
