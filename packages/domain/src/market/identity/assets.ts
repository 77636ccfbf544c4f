import type { Asset } from './asset.ts'
import { ASSETS_0_A } from './assets-0-a.ts'
import { ASSETS_B_C } from './assets-b-c.ts'
import { ASSETS_D_F } from './assets-d-f.ts'
import { ASSETS_G_K } from './assets-g-k.ts'
import { ASSETS_L_M } from './assets-l-m.ts'
import { ASSETS_MONEY } from './assets-money.ts'
import { ASSETS_N_Q } from './assets-n-q.ts'
import { ASSETS_R_S } from './assets-r-s.ts'
import { ASSETS_T_Z } from './assets-t-z.ts'

/**
 * The reviewed identity table (product-decisions.md 26). An asset that is not in it is compared with nothing. Two
 * tokens that are exchanged for one another stay two assets, at whatever ratio (MATIC and POL, EOS and A), since an
 * exchange does not deliver one for the other. A coin that only changed its name is one asset (NANO and XNO, KLAY and
 * KAIA).
 */
export const ASSETS: readonly Asset[] = [
  ...ASSETS_MONEY,
  ...ASSETS_0_A,
  ...ASSETS_B_C,
  ...ASSETS_D_F,
  ...ASSETS_G_K,
  ...ASSETS_L_M,
  ...ASSETS_N_Q,
  ...ASSETS_R_S,
  ...ASSETS_T_Z,
]
