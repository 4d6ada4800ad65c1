import { type CouponQuestion, orderApi, pointsApi, type CallArgs, type Order } from '@ruwu/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

type OrderQuery = CallArgs<typeof orderApi.page>['body']

export const orderKeys = {
  all: ['order'] as const,
  packages: ['order', 'packages'] as const,
  bank: ['order', 'bank'] as const,
  coupons: ['order', 'coupon'] as const,
  coupon: (question: CouponQuestion | undefined) => ['order', 'coupon', question] as const,
  detail: (orderNo: string) => ['order', 'detail', orderNo] as const,
  history: ({ orderNo, status, invoiceStatus }: Order) => ['order', 'history', orderNo, status, invoiceStatus] as const,
  pages: ['order', 'page'] as const,
  page: (query: OrderQuery) => [...orderKeys.pages, query] as const,
}

/** How often an order that waits for money is asked for: a lost event must not keep the payer waiting. */
const POLL_MS = 3_000

const isWaiting = (order: Order | undefined) => order?.status === 'unpaid' || order?.status === 'checking'

export const usePackages = () =>
  useQuery({ queryKey: orderKeys.packages, queryFn: () => call(orderApi.packages), staleTime: Infinity })

/** Whether a coupon holds for what is chosen. Asked again with every other choice. */
export const useCoupon = (question: CouponQuestion | undefined) =>
  useQuery({
    queryKey: orderKeys.coupon(question),
    queryFn: question ? () => call(orderApi.checkCoupon, { body: question }) : skipToken,
  })

export const useOrder = (orderNo: string) =>
  useQuery({
    queryKey: orderKeys.detail(orderNo),
    queryFn: () => call(orderApi.detail, { query: { orderNo } }),
    refetchInterval: ({ state }) => isWaiting(state.data) && POLL_MS,
  })

/** Read again when the order has changed, also when only the poll has found out. */
export const useOrderHistory = (order: Order) =>
  useQuery({
    queryKey: orderKeys.history(order),
    queryFn: () => call(orderApi.history, { query: { orderNo: order.orderNo } }),
    placeholderData: keepPreviousData,
  })

export const useBankInfo = () =>
  useQuery({ queryKey: orderKeys.bank, queryFn: () => call(pointsApi.bankInfo), staleTime: Infinity })

export const useOrders = (query: OrderQuery) =>
  useQuery({
    queryKey: orderKeys.page(query),
    queryFn: () => call(orderApi.page, { body: query }),
    placeholderData: keepPreviousData,
  })
