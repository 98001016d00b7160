/** A document cannot be parsed as a feed; the message gives the reason in German. */
export class FeedFault extends Error {}
