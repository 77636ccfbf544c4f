/** Made-up keys of test networks, in each exchange's own format. */
export const TEST_KEYS = {
  binance: { exchange_name: 'binance', api_key: 'a'.repeat(64), api_secret: 'b'.repeat(64), testnet: true },
  okx: {
    exchange_name: 'okx',
    api_key: '0f0e0d0c-1111-2222-3333-444455556666',
    api_secret: 'A'.repeat(32),
    passphrase: 'Parola-1234',
    testnet: true,
  },
} as const
