export const texts = {
  markInvalid: '标记无效',
  invalidReason: '无效原因',
  invalidEffect: '无效的线索不再计入留资客户和线索数。',
  chooseReason: '请选择无效原因',
  by: (extractor: string) => `${extractor}提取`,
  byHand: '人工添加',
  cancel: '取消',
  confirm: '确认',
} as const
