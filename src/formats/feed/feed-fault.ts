/** A document cannot be read as a feed; the message says in German why. */
export class FeedFault extends Error {}
