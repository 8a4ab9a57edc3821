"""Makes pages of HTML, each one file that holds all that it shows, so that it can be mailed or kept."""
