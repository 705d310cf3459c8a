"""The videos that stand in an article: players of video sites, files, and what JSON-LD declares.

Import from here: `VideoCandidate` and `find_article_videos`.
"""

from cutline.dom.videos.candidates import VideoCandidate, find_article_videos

__all__ = ["VideoCandidate", "find_article_videos"]
