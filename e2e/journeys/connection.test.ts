import { CUT_LINE } from '../support/browser.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()
const BANNER = '当前网络不稳定，请检查当前网络状态后，点击「重连」进行重试'

journey(
  'the server dies: the banner appears; it comes back: 重连 takes the banner away and missed events arrive',
  async ({ server, visit }) => {
    const [lin, wei] = [await visit(), await visit()]
    await lin.signIn('13800000003')
    await wei.signIn('13800000004')
    const weisState = lin.page
      .getByRole('row', { name: /卫青禾/ })
      .getByRole('cell')
      .nth(2)
    await weisState.getByText('在线').waitFor()

    await server.kill()
    await lin.page.getByText(BANNER).waitFor()
    await lin.page.getByText('提示', { exact: true }).waitFor()
    // While the server is down, the button tries and the banner stays.
    await lin.page.getByRole('button', { name: '重连' }).click()
    await lin.page.getByText(BANNER).waitFor()

    await server.run()
    // A colleague changes something while this console is still away.
    await wei.page.evaluate(async () => {
      const cookie = (name: string) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? ''
      await fetch('/luna/core/api/v1/ent/agent/update', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${cookie('authorization')}` },
        body: JSON.stringify({ id: cookie('agentId'), status: 2 }),
      })
    })
    await lin.page
      .getByRole('button', { name: '重连' })
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await lin.page.getByText(BANNER).waitFor({ state: 'detached' })
    await weisState.getByText('隐身').waitFor()

    for (const visitor of [lin, wei]) visitor.forgive(CUT_LINE)
  },
)
