/** Largest amounts without a configuration file, in the quote currency (http-and-settings.md, CONFIG_FILE). */
export const DEFAULT_SPOT_CAP = '50000'
export const DEFAULT_TRI_CAP = '50000'
