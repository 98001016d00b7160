/** INT-7: the message for a blank address. */
export const ENTER_FEED_URL = 'Bitte RSS-Feed-URL eingeben'
