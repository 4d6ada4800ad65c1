/**
 * Raised with every change of the thesaurus, or of how words are cut and weighed: what pieces are found by is then made anew.
 * A number, so that of nodes of two versions only the newer one makes anew what the other has read.
 */
export const ANALYSER_VERSION = 2
