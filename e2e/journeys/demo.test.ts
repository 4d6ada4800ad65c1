import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

// R181
journey(
  'a visitor is the customer on the phone and the agent at the console, beside a sign-in of their own',
  async (place) => {
    const { page, signIn } = await place.visit().then((visitor) => ({
      page: visitor.page,
      signIn: () => visitor.signIn('13800000003', { path: '/demo' }),
    }))
    await signIn()
    const own = await page.context().cookies()
    const phone = page.getByRole('region', { name: '客户的手机' })
    const desk = page.frameLocator('iframe')

    await phone.getByRole('button', { name: '进入私信' }).click()
    await phone.getByRole('button', { name: '可以预约上门量房吗？' }).click()
    await desk.getByText('正在体验的你').first().waitFor()
    await phone.getByLabel('姓名').fill('小满')
    await phone.getByLabel('手机号').fill('13877776666')
    await phone.getByLabel('城市').fill('成都')
    await phone.getByRole('button', { name: '提交' }).click()
    await phone.getByText('已提交').waitFor()
    const cover = phone.locator('article img').first()
    expect(await cover.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.src))).toContain(
      '/demo-media/asset/',
    )
    await desk.getByText('客户提交了留资卡').first().waitFor()

    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: '客服', exact: true }).click()
    expect([await phone.isVisible(), await page.locator('iframe').isVisible()]).toEqual([false, true])
    expect(await page.context().cookies()).toEqual(own)
  },
)
